// The three.js side of the 3-D view. Each piece is a group of boxes, with names on its faces so that nobody has to tell
// pieces apart by colour alone.

import {
  AmbientLight, BoxGeometry, BufferGeometry, CanvasTexture, DirectionalLight, Float32BufferAttribute, Group,
  LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, PerspectiveCamera, Scene, Spherical, SRGBColorSpace, Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { cellKey, type Cell } from './lattice';
import { darker, readableOn } from './palette';

interface SolidPiece {
  group: Group;
  boxes: { mesh: Mesh; z: number }[];
  edges: { line: LineSegments; z: number }[];
  middle: Vector3;
  /** How far it still is from its place, in the direction it came from. */
  slide: Vector3;
  material: MeshLambertMaterial;
}

/** In the scene x is to the right, y up and z towards the viewer; layers of the puzzle lie on one another. */
function place([x, y, z]: Cell): Vector3 {
  return new Vector3(x + 0.5, z + 0.5, y + 0.5);
}

function nameTexture(name: string, colour: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const context = canvas.getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, 128, 128);
  context.fillStyle = readableOn(colour);
  context.globalAlpha = 0.75;
  context.font = `600 ${name.length > 2 ? 34 : 52}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name.slice(0, 6), 64, 66);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

// The twelve edges of a cube: along one axis, at a corner of the other two.
function cubeEdges(): { from: Vector3; to: Vector3; sides: [Vector3, Vector3] }[] {
  const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  return axes.flatMap((along, k) => {
    const [second, third] = [axes[(k + 1) % 3], axes[(k + 2) % 3]];
    return [-1, 1].flatMap((a) =>
      [-1, 1].map((b) => {
        const corner = second.clone().multiplyScalar(a / 2).addScaledVector(third, b / 2);
        return {
          from: corner.clone().addScaledVector(along, -0.5), to: corner.clone().addScaledVector(along, 0.5),
          sides: [second.clone().multiplyScalar(a), third.clone().multiplyScalar(b)] as [Vector3, Vector3],
        };
      }),
    );
  });
}

/** The edges of one cell at which the piece ends or bends: not those inside a flat face or inside the piece. */
function outlineOf(cell: Cell, own: Set<string>): number[] {
  const has = (step: Vector3) => own.has(cellKey([cell[0] + step.x, cell[1] + step.z, cell[2] + step.y]));
  const centre = place(cell);
  return cubeEdges().flatMap(({ from, to, sides: [a, b] }) => {
    const [onA, onB, onBoth] = [has(a), has(b), has(a.clone().add(b))];
    const drawn = (!onA && !onB) || (onA && onB && !onBoth) || (onA !== onB && onBoth);
    return drawn ? [...from.clone().add(centre).toArray(), ...to.clone().add(centre).toArray()] : [];
  });
}

export class SolidScene {
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(35, 4 / 3, 0.1, 500);
  private readonly renderer = new WebGLRenderer({ antialias: true, alpha: true });
  private readonly controls: OrbitControls;
  private readonly pieces: SolidPiece[];
  private readonly middle: Vector3;
  private readonly watcher: ResizeObserver;
  private frame = 0;
  private explode = 0;

  constructor(private readonly box: HTMLElement, cells: Cell[][], colours: string[], names: string[]) {
    const all = cells.flat().map(place);
    this.middle = all.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(Math.max(all.length, 1));
    const size = Math.max(...all.map((point) => point.distanceTo(this.middle)), 1) + 0.9;
    this.pieces = cells.map((own, k) => this.makePiece(own, colours[k], names[k]));
    this.scene.add(new AmbientLight(0xffffff, 1.7));
    for (const [x, y, z, strength] of [[3, 6, 4, 1.5], [-5, 2, -3, 0.5]]) {
      const light = new DirectionalLight(0xffffff, strength);
      light.position.set(x, y, z);
      this.scene.add(light);
    }
    this.camera.position.copy(this.middle).add(new Vector3(1, 0.85, 1.35).normalize().multiplyScalar(size * 3.9));
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.target.copy(this.middle);
    this.controls.enableDamping = true;
    this.controls.autoRotateSpeed = 1.6;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    box.appendChild(this.renderer.domElement);
    this.watcher = new ResizeObserver(() => this.fitBox());
    this.watcher.observe(box);
    this.fitBox();
    this.draw();
  }

  private makePiece(cells: Cell[], colour: string, name: string): SolidPiece {
    const group = new Group();
    const material = new MeshLambertMaterial({
      map: nameTexture(name, colour), polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    });
    const ink = new LineBasicMaterial({ color: darker(colour, 0.65) });
    const own = new Set(cells.map(cellKey));
    const geometry = new BoxGeometry(1, 1, 1);
    const boxes = cells.map((cell) => {
      const mesh = new Mesh(geometry, material);
      mesh.position.copy(place(cell));
      group.add(mesh);
      return { mesh, z: cell[2] };
    });
    const edges = cells.map((cell) => {
      const lines = new BufferGeometry();
      lines.setAttribute('position', new Float32BufferAttribute(outlineOf(cell, own), 3));
      const line = new LineSegments(lines, ink);
      group.add(line);
      return { line, z: cell[2] };
    });
    this.scene.add(group);
    const middle = cells.map(place).reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(Math.max(cells.length, 1));
    return { group, boxes, edges, middle, slide: new Vector3(), material };
  }

  private fitBox(): void {
    const { clientWidth, clientHeight } = this.box;
    if (!clientWidth || !clientHeight) return;
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(clientWidth, clientHeight);
  }

  private draw = (): void => {
    for (const piece of this.pieces) {
      piece.slide.multiplyScalar(0.9);
      piece.group.position.copy(piece.middle).sub(this.middle).multiplyScalar(this.explode * 1.4).add(piece.slide);
    }
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
    this.frame = requestAnimationFrame(this.draw);
  };

  /** Which pieces are seen, how far they are moved apart, and how many layers, from the bottom. */
  show(visible: boolean[], explode: number, layers: number): void {
    this.zoomBy((1 + 0.9 * explode) / (1 + 0.9 * this.explode)); // all of it stays in the picture
    this.explode = explode;
    this.pieces.forEach((piece, k) => {
      piece.group.visible = visible[k];
      for (const { mesh, z } of piece.boxes) mesh.visible = z < layers;
      for (const { line, z } of piece.edges) line.visible = z < layers;
    });
  }

  turn(on: boolean): void {
    this.controls.autoRotate = on;
  }

  /** Walks around the solid, and up or down, by angles. */
  turnBy(around: number, up: number): void {
    const place = new Spherical().setFromVector3(this.camera.position.clone().sub(this.middle));
    place.theta += around;
    place.phi = Math.min(Math.PI - 0.05, Math.max(0.05, place.phi - up));
    this.camera.position.setFromSpherical(place).add(this.middle);
  }

  /** Goes nearer (below 1) or away. */
  zoomBy(factor: number): void {
    this.camera.position.sub(this.middle).multiplyScalar(factor).add(this.middle);
  }

  /** Starts the piece outside, against the way it moves, and lets it slide to its place. */
  slideIn(piece: number, [x, y, z]: number[]): void {
    this.pieces[piece].slide.set(-x, -z, -y).multiplyScalar(7);
  }

  /** Points one piece out; null: none. */
  light(piece: number | null): void {
    this.pieces.forEach(({ material }, k) => {
      material.transparent = piece !== null && k !== piece;
      material.opacity = material.transparent ? 0.25 : 1;
      material.needsUpdate = true;
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.watcher.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }
}
