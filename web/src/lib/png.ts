// A picture of the server as PNG. Pictures from `blob:` and `data:` addresses are forbidden by the content security
// policy, so the few kinds of marks that the server's drawings consist of are painted by hand.

const unpainted = new Set(['none', 'transparent', '']);

interface Style {
  fill: string;
  stroke: string;
  strokeWidth: number;
  opacity: number;
  strokeOpacity: number;
  rule: CanvasFillRule;
  join: CanvasLineJoin;
  cap: CanvasLineCap;
}

function number(element: Element, name: string, otherwise = 0): number {
  const value = element.getAttribute(name);
  return value === null ? otherwise : parseFloat(value);
}

/** The browser resolves classes, inheritance and style sheets; the drawing is in the page while it is read. */
function styleOf(element: Element): Style {
  const style = getComputedStyle(element);
  return {
    fill: style.fill, stroke: style.stroke, strokeWidth: parseFloat(style.strokeWidth),
    opacity: parseFloat(style.opacity) * parseFloat(style.fillOpacity),
    strokeOpacity: parseFloat(style.opacity) * parseFloat(style.strokeOpacity), rule: style.fillRule as CanvasFillRule,
    join: style.strokeLinejoin as CanvasLineJoin, cap: style.strokeLinecap as CanvasLineCap,
  };
}

function shapeOf(element: Element): Path2D | null {
  const path = new Path2D();
  switch (element.tagName) {
    case 'path':
      return new Path2D(element.getAttribute('d') ?? '');
    case 'rect':
      path.rect(number(element, 'x'), number(element, 'y'), number(element, 'width'), number(element, 'height'));
      return path;
    case 'circle':
      path.arc(number(element, 'cx'), number(element, 'cy'), number(element, 'r'), 0, 2 * Math.PI);
      return path;
    case 'line':
      path.moveTo(number(element, 'x1'), number(element, 'y1'));
      path.lineTo(number(element, 'x2'), number(element, 'y2'));
      return path;
    case 'polygon':
    case 'polyline': {
      const points = (element.getAttribute('points') ?? '').trim().split(/[\s,]+/).map(Number);
      for (let k = 0; k + 1 < points.length; k += 2) path.lineTo(points[k], points[k + 1]);
      if (element.tagName === 'polygon') path.closePath();
      return path;
    }
    default:
      return null;
  }
}

function paintText(context: CanvasRenderingContext2D, element: Element): void {
  const style = getComputedStyle(element);
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.fill;
  context.textAlign = style.textAnchor === 'middle' ? 'center' : style.textAnchor === 'end' ? 'right' : 'left';
  context.textBaseline = style.dominantBaseline === 'central' ? 'middle' : 'alphabetic';
  context.fillText(element.textContent ?? '', number(element, 'x'), number(element, 'y') + parseFloat(style.fontSize) * parseFloat(element.getAttribute('dy') ?? '0'));
}

function paintShape(context: CanvasRenderingContext2D, element: Element, shape: Path2D): void {
  const style = styleOf(element);
  context.globalAlpha = style.opacity;
  context.fillStyle = style.fill;
  context.strokeStyle = style.stroke;
  context.lineWidth = style.strokeWidth;
  context.lineJoin = style.join;
  context.lineCap = style.cap;
  if (!unpainted.has(style.fill) && element.tagName !== 'line') context.fill(shape, style.rule);
  if (unpainted.has(style.stroke)) return;
  context.globalAlpha = style.strokeOpacity;
  context.stroke(shape);
}

/** An element and what is in it, or what it stands for. */
function paint(context: CanvasRenderingContext2D, element: Element, root: Element): void {
  if (element.tagName === 'defs' || element.tagName === 'title') return;
  context.save();
  const matrix = (element as SVGGraphicsElement).transform?.baseVal.consolidate()?.matrix;
  if (matrix) context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  if (element.tagName === 'use') {
    context.translate(number(element, 'x'), number(element, 'y'));
    const target = root.querySelector(element.getAttribute('href') ?? '#none');
    if (target) paint(context, target, root);
  } else if (element.tagName === 'text') paintText(context, element);
  else {
    const shape = shapeOf(element);
    if (shape) paintShape(context, element, shape);
    else for (const child of element.children) paint(context, child, root);
  }
  context.restore();
}

/** The drawing, `longest` pixels along its longer side, on white. */
export async function pngOf(svg: string, longest: number): Promise<Blob> {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement as unknown as SVGSVGElement;
  const [left, top, width, height] = (drawing.getAttribute('viewBox') ?? '0 0 1 1').split(/[\s,]+/).map(Number);
  const scale = longest / Math.max(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  drawing.classList.add('visually-hidden');
  const shown = document.body.appendChild(document.importNode(drawing, true));
  try {
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(scale, scale);
    context.translate(-left, -top);
    for (const child of shown.children) paint(context, child, shown);
  } finally {
    shown.remove();
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG'))), 'image/png'));
}
