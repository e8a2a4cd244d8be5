// The page in a real browser, against the real server. TESSELLE names the program, TESSELLE_PAGE the folder of the built
// page if the program cannot find it. A word as argument runs only the tests with that word in their name. Exits with 1
// if a check fails.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const program = process.env.TESSELLE;
if (!program) throw new Error('TESSELLE must name the program');
const extra = process.env.TESSELLE_PAGE ? ['--page', process.env.TESSELLE_PAGE] : [];
const work = mkdtempSync(join(tmpdir(), 'tesselle-browser-'));
// Ample, for machines that build something else at the same time.
const patience = 60_000;

/** Starts a server, on a free port unless one is given; resolves with its address. */
function serve(data = 'data', port = '0') {
  const server = spawn(program, ['serve', '--port', port, '--data', join(work, data), ...extra], { stdio: ['ignore', 'pipe', 'pipe'] });
  const address = new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk) => {
      said += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`the server did not start: ${said}`)), patience).unref();
  });
  return { server, address };
}

function check(condition, text) {
  if (!condition) throw new Error(text);
}

const { server, address } = serve();
let browser;
let failed = 0;

async function test(name, body) {
  if (!name.includes(process.argv[2] ?? '')) return;
  const start = Date.now();
  try {
    await body();
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    ++failed;
    console.log(`FAIL  ${name}: ${error.message}`);
  }
}

async function run() {
  const home = await address;
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
    ],
  });
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 850 }, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const complaints = [];
  const strangers = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => new URL(request.url()).origin === home || request.url().startsWith('blob:') || strangers.push(request.url()));
  const go = (hash) => page.goto(`${home}/#/${hash}`);
  const element = (name) => page.locator(`[data-test=${name}]`);
  const reachState = (text) => page.locator('[data-test=state]', { hasText: text }).waitFor();

  await test('open', async () => {
    await page.goto(home);
    await page.locator('[data-puzzle=girafe]').waitFor();
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    if (paint) console.log(`      first paint after ${Math.round(paint)} ms`);
    check((await page.locator('[data-puzzle]').count()) > 40, 'the built-in puzzles are missing');
    await page.getByRole('searchbox').fill('soma');
    check((await page.locator('[data-puzzle]').count()) === 1, 'the search finds soma alone');
  });

  await test('import a file', async () => {
    const file = join(work, 'hostile.toml');
    writeFileSync(file, [
      'name = "hostile"', 'title = "<img src=x onerror=alert(1)> \\"quoted\\" \u202Eright to left"', 'family = "edge"',
      'board = "2x1"', 'match = "complement"', 'mates = [["<b>head</b>", "tail"]]',
      'pieces = ["<b>head</b> tail tail tail", "tail tail <b>head</b> <b>head</b>"]', ''].join('\n'));
    await page.goto(home);
    await page.locator('[data-test=open-file]').setInputFiles(file);
    await page.waitForURL(/#\/play\/u-/);
    await page.locator('h1', { hasText: '<img src=x' }).waitFor();
    check((await page.locator('main img[src=x]').count()) === 0, 'a title became markup');
    writeFileSync(file, 'family = "edge"\nboard = "2x2"\npieces = []\n');
    await page.goto(home);
    await page.locator('[data-test=open-file]').setInputFiles(file);
    await page.locator('.notice.wrong', { hasText: 'hostile.toml' }).waitFor();
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422')));
  });

  await test('drop a file', async () => {
    await page.goto(home);
    await page.locator('[data-puzzle=girafe]').waitFor();
    const toml = 'name = "dropped"\nfamily = "packing"\nlattice = "square"\nregion = "2x1"\nsets = ["domino"]\n';
    const files = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'dropped.toml'));
      return transfer;
    }, toml);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: files });
    await page.locator('.drop').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: files });
    await page.waitForURL(/#\/play\/u-/);
    await page.locator('h1', { hasText: 'dropped' }).waitFor();
  });

  let link = '';
  await test('play a move and undo', async () => {
    await go('play/girafe');
    await page.locator('[data-piece="1"]').click();
    await page.locator('[data-cell="0"]').click();
    await page.locator('[data-cell="0"][aria-label^="A1: piece 1"]').waitFor();
    await page.locator('[data-piece="6"]').waitFor();
    const tray = await page.locator('[data-piece="6"]').boundingBox();
    const cell = await page.locator('[data-cell="1"]').boundingBox();
    await page.mouse.move(tray.x + 20, tray.y + 20);
    await page.mouse.down();
    await page.mouse.move(cell.x + 40, cell.y + 40, { steps: 5 });
    await page.mouse.up();
    await page.locator('[data-cell="1"][aria-label^="A2: piece 6"]').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('[data-cell="1"][aria-label^="A2: empty"]').waitFor();
    await element('redo').click();
    await page.locator('[data-cell="1"][aria-label^="A2: piece 6"]').waitFor();
    await page.locator('[data-cell="1"]').click();
    await page.locator('[data-cell="1"][aria-label*="turned by 90"]').waitFor();
    await element('undo').click();
    await page.locator('[data-cell="2"][aria-label*="pieces fit"]').waitFor();
  });

  await test('reload keeps progress', async () => {
    await page.reload();
    await page.locator('[data-cell="1"][aria-label^="A2: piece 6"]').waitFor();
    await page.goto(home);
    await page.locator('[data-test=continue]', { hasText: 'giraffe' }).waitFor();
  });

  await test('count what fits by CaPi and BoCo', async () => {
    await go('play/owen-4x4');
    await page.locator('[data-cell="5"][aria-label*="pieces fit"]').waitFor();
    const fitting = async () => Number(/(\d+) pieces/.exec(await page.locator('[data-cell="5"]').getAttribute('aria-label'))[1]);
    const near = await fitting();
    await element('count-rules').selectOption('capi,boco,diag,supply');
    await page.locator('[data-cell="5"]').click();
    await element('cell-fits').waitFor();
    check((await fitting()) <= near, 'rules that look ahead allow more');
    await page.locator('[data-test=cell-fits] summary').click();
    const shown = await page.locator('[data-test=cell-fits] [data-side=north] .shown').allInnerTexts();
    check(shown.length > 0 && shown.every((text) => /[1-9]/.test(text)), 'colours of the North side');
    // The tray shows only what fits; such a piece makes no conflict.
    await element('only-fitting').check();
    await page.locator('[data-piece]').first().click();
    await page.locator('[data-cell="5"]').click();
    await page.locator('[data-cell="5"][aria-label*=": piece"]').waitFor();
    await page.getByText('0 conflicts').waitFor();
    // Pieces with all chosen colours: no piece has more than four.
    await element('only-fitting').uncheck();
    for (const colour of [1, 2, 3, 4, 5]) await page.locator(`[data-colour="${colour}"]`).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-piece]').length === 0);
    await element('count-rules').selectOption('near');
  });

  await test('locks are saved with the board', async () => {
    await go('play/owen-3x3');
    await page.locator('[data-piece="1"]').click();
    await page.locator('[data-cell="0"]').click();
    await page.keyboard.press('l');
    await page.locator('[data-cell="0"][aria-label$="locked"]').waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save', exact: true }).click()]);
    await saved.saveAs(join(work, 'board.json'));
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('[data-cell="0"][aria-label*="empty"]').waitFor();
    await page.locator('main input[type=file]').setInputFiles(join(work, 'board.json'));
    await page.locator('[data-cell="0"][aria-label$="locked"]').waitFor();
  });

  await test('a hint is a move', async () => {
    await go('play/girafe');
    await element('hint').click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-cell][aria-label*=": piece"]').length === 3);
  });

  await test('solve the giraffe live', async () => {
    await go('solve/girafe');
    await page.getByText('Every solution').click();
    await element('start').click();
    await page.waitForURL(/#\/run\//);
    await reachState('finished');
    check(Number(await element('solutions-count').innerText().then((text) => parseInt(text))) > 0, 'no solution');
    await element('solutions').click();
    await page.locator('ol .board').first().waitFor();
    await page.locator('ol a').first().click();
    await page.locator('[data-test=verdict]', { hasText: 'This is a solution' }).waitFor();
    await page.getByRole('button', { name: 'Link' }).click();
    await page.waitForFunction(() => document.querySelector('input[readonly]')?.value.includes('board_edges='));
    link = await page.locator('input[readonly]').inputValue();
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG' }).click()]);
    check(saved.suggestedFilename() === 'girafe.png', 'the picture is not saved');
  });

  await test('import a link', async () => {
    await page.goto(home);
    await element('link').fill(link);
    await element('open-link').click();
    await page.locator('[data-test=verdict]', { hasText: '12 / 12' }).waitFor();
  });

  await test('marks clues that are kept and broken', async () => {
    await go('view');
    const board = { puzzle: 'eternity2', placements: [{ cell: 'I8', piece: 139, rotation: 0 }, { cell: 'C3', piece: 139, rotation: 1 }] };
    await page.locator('textarea').fill(JSON.stringify(board));
    await page.locator('form button').click();
    await page.locator('[data-clue=I8][aria-label*="is kept"]').waitFor();
    await page.locator('[data-clue=C3][aria-label*="asks for piece 208"]').waitFor();
    await page.locator('[data-test=verdict]', { hasText: '1 / 5' }).waitFor();
    await element('clue-marks').uncheck();
    await page.waitForFunction(() => document.querySelectorAll('[data-clue]').length === 0);
  });

  await test('step node by node', async () => {
    await go('solve/girafe');
    await element('engine').selectOption('backtrack');
    await page.getByText('Start paused').click();
    await element('start').click();
    await reachState('paused');
    await element('step').click();
    await page.waitForFunction(() => parseInt(document.querySelector('[data-test=nodes]')?.textContent ?? '0') >= 1);
    await element('resume').click();
    await reachState('finished');
  });

  await test('watch an optimise run improve, in two tabs', async () => {
    await go('solve/inf6102-e');
    await page.getByText('The best board').click();
    await element('engine').selectOption('ils');
    await page.getByLabel('Threads').fill('1');
    await element('start').click();
    await page.waitForURL(/#\/run\//);
    const second = await context.newPage();
    await second.goto(page.url());
    const improved = () => {
      const [from, to] = (document.querySelector('figcaption')?.textContent ?? '').match(/\d+/g) ?? [];
      return Number(to) > Number(from);
    };
    await page.waitForFunction(improved);
    await second.waitForFunction(improved);
    await element('stop').click();
    await reachState('finished');
    await second.locator('[data-test=state]', { hasText: 'finished' }).waitFor();
    check((await second.locator('[data-test=score]').innerText()) === (await element('score').innerText()), 'the tabs disagree');
    await second.close();
  });

  await test('see a 3-D solution turn', async () => {
    await go('solid/soma');
    const canvas = page.locator('[data-test=scene] canvas');
    await canvas.waitFor();
    await page.waitForTimeout(400);
    const before = await canvas.screenshot();
    await page.waitForTimeout(600);
    check(!before.equals(await canvas.screenshot()), 'the solid does not turn');
    await element('explode').fill('60');
    await element('explode').focus();
    await page.keyboard.press('ArrowRight');
    check((await element('explode').inputValue()) === '61', 'the arrow keys do not move the slider');
    await element('assemble').click();
    for (let k = 0; k < 7; ++k) await element('assemble-next').click();
    await page.getByText('7 of 7').waitFor();
  });

  await test('play a packing piece', async () => {
    await go('play/pentominoes-6x10');
    await page.locator('[data-piece="I"]').click();
    await page.locator('[data-cell="0,0,0"]').click();
    await page.locator('[data-cell="0,0,0"][aria-label$="piece I"]').waitFor();
    await element('undo').click();
    await page.locator('[data-cell="0,0,0"][aria-label*="empty"]').waitFor();
  });

  await test('draw a region and solve it', async () => {
    await go('edit');
    // A stroke over the first row, then everything, with pentominoes on 5 x 12.
    const from = await page.locator('[data-cell="0,0,0"]').first().boundingBox();
    const to = await page.locator('[data-cell="7,0,0"]').first().boundingBox();
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 30 });
    await page.mouse.up();
    check((await page.locator('[data-test=region] path.on').count()) === 8, 'the stroke paints eight cells');
    await page.getByLabel('Width').fill('12');
    await page.getByLabel('Height').fill('5');
    await element('fill').click();
    await page.locator('[data-set=pentominoes]').check();
    await page.locator('[data-test=check]', { hasText: '60' }).waitFor();
    await element('editor-solve').click();
    await page.waitForURL(/#\/solve\/u-/);
    await element('start').click();
    await reachState('finished');
    await page.locator('[data-test=outcome]', { hasText: 'Solved' }).waitFor();
  });

  await test('choose single pieces of a set', async () => {
    await go('edit');
    await page.getByLabel('Width').fill('5');
    await page.getByLabel('Height').fill('2');
    await element('fill').click();
    await page.locator('[data-set=pentominoes]').uncheck();
    await page.locator('[data-test=set-pentominoes] summary').click();
    for (let k = 0; k < 2; ++k) await page.locator('[data-take=P]').click();
    await page.locator('[data-test=check]', { hasText: 'No reason against' }).waitFor();
    await element('editor-solve').click();
    await element('start').click();
    await page.locator('[data-test=outcome]', { hasText: 'Solved' }).waitFor();
  });

  await test('type the giraffe cards', async () => {
    await go('edit');
    await element('edge-editor').click();
    const cards = ['cBAd', 'cBAd', 'aCBd', 'cACd', 'baDC', 'aDAb', 'daBC', 'ADbc', 'BacD'];
    for (const [k, card] of cards.entries()) await page.locator(`[data-card="${k + 1}"]`).fill(card);
    await element('editor-solve').click();
    await element('start').click();
    await page.locator('[data-test=outcome]', { hasText: 'Solved' }).waitFor();
  });

  await test('draw a path and race it', async () => {
    await go('edit');
    await element('edge-editor').click();
    await element('editor-race').click();
    await page.waitForURL(/#\/path\/u-/);
    const middle = async (cell) => {
      const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.locator('[data-cell="8"]').waitFor();
    await page.mouse.move(...(await middle(4)));
    await page.mouse.down();
    for (const cell of [5, 8, 7, 6]) await page.mouse.move(...(await middle(cell)), { steps: 4 });
    await page.mouse.up();
    await page.locator('[data-cell="6"][aria-label*="number 5"]').waitFor();
    await element('add-path').click();
    await element('race').click();
    const row = page.locator('[data-racer="My path 1"]');
    await row.getByText('Everything was searched').waitFor();
    await page.locator('[data-racer=rowscan]').getByText('Everything was searched').waitFor();
    // Every path finds the same solutions.
    const solutions = async (racer) => racer.locator('td').nth(6).innerText();
    check((await solutions(row)) === (await solutions(page.locator('[data-racer=rowscan]'))), 'paths disagree');
  });

  await test('compare runs', async () => {
    await go('runs');
    await page.locator('[data-choose]').nth(1).waitFor();
    const ids = await page.locator('[data-choose]').evaluateAll((boxes) => boxes.map((box) => box.dataset.choose));
    for (const id of ids.slice(-4)) await page.locator(`[data-choose="${id}"]`).check();
    await element('compare').click();
    await page.waitForURL(/#\/compare\//);
    await page.waitForFunction(() => document.querySelectorAll('[data-test=compared] thead a').length === 4);
    await element('curves').first().waitFor();
    await page.waitForFunction(() => document.querySelector('[data-test=compared]').textContent.includes('ils'));
  });

  await test('filter the boards of a run', async () => {
    const order = { puzzle: 'pentominoes-3x20', goal: 'all', symmetry: 'all' };
    const { id } = await (await page.request.post(`${home}/api/runs`, { data: order })).json();
    await go(`run/${id}`);
    await reachState('finished');
    await go(`solutions/${id}`);
    await page.locator('ol .card').nth(7).waitFor();
    await page.locator('[data-test=filter-piece]').selectOption('X');
    await element('filter-cell').fill('2,1');
    await page.getByRole('button', { name: 'Add' }).click();
    await element('matching').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('ol .card').length < 8);
    await page.getByRole('button', { name: 'Remove X = 2, 1' }).click();
    await element('filter-composed').check();
    await element('matching').waitFor();
  });

  await test('continue a run after a restart of the server', async () => {
    const first = serve('restarted');
    const place = await first.address;
    const order = { puzzle: 'inf6102-d', goal: 'count', engine: 'scan', threads: 1 };
    const { id } = await (await page.request.post(`${place}/api/runs`, { data: order })).json();
    const own = await context.newPage();
    own.setDefaultTimeout(patience);
    await own.goto(`${place}/#/run/${id}`);
    const nodes = () => own.locator('[data-test=nodes]').getAttribute('title').then((text) => Number(text.replace(/\D/g, '')));
    await own.waitForFunction(() => Number(document.querySelector('[data-test=nodes]')?.title.replace(/\D/g, '')) > 100_000);
    const ended = new Promise((resolve) => first.server.on('exit', resolve));
    first.address.catch(() => {});
    first.server.kill('SIGTERM');
    check((await ended) === 0, 'SIGTERM is not a clean end');
    const before = await nodes();
    const second = serve('restarted', new URL(place).port);
    await second.address;
    await own.reload();
    await own.locator('[data-test=state]', { hasText: 'interrupted' }).waitFor();
    await own.locator('[data-test=continue-run]').click();
    await own.locator('[data-test=state]', { hasText: 'running' }).waitFor();
    await own.waitForFunction((least) => Number(document.querySelector('[data-test=nodes]')?.title.replace(/\D/g, '')) > least, before);
    await own.locator('[data-test=stop]').click();
    await own.locator('[data-test=state]', { hasText: 'finished' }).waitFor();
    // Its old end is among the events that the page reads again.
    await own.locator('[data-test=continue-run]').click();
    await own.locator('[data-test=state]', { hasText: 'running' }).waitFor();
    await own.locator('[data-test=stop]').click();
    await own.locator('[data-test=state]', { hasText: 'finished' }).waitFor();
    await own.close();
    second.address.catch(() => {});
    second.server.kill('SIGTERM');
  });

  await test('a lesson grows a tree', async () => {
    await go('lesson/girafe');
    for (let k = 1; k <= 4; ++k) {
      await element('lesson-step').click();
      await page.waitForFunction((least) => parseInt(document.querySelector('[data-test=lesson-frames]').textContent.split('/')[1]) >= least, k);
    }
  });

  await test('switch language', async () => {
    await page.goto(home);
    await element('language').selectOption('fr');
    await page.getByRole('link', { name: 'Galerie', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Galerie', exact: true }).waitFor();
    check((await page.locator('html').getAttribute('lang')) === 'fr', 'the language of the page');
    await page.locator('[data-puzzle=soma]', { hasText: 'sept pièces' }).waitFor();
    await go('solve/girafe');
    await element('engine').selectOption('scan');
    await page.getByText('force brute').waitFor();
    await page.goto(home);
    await element('language').selectOption('en');
  });

  await test('phone width', async () => {
    await page.setViewportSize({ width: 375, height: 750 });
    for (const screen of ['', 'play/girafe', 'solve/girafe', 'path/girafe', 'runs', 'compare/r1,r2', 'view', 'edit', 'lesson/girafe', 'solid/soma']) {
      await go(screen);
      await page.waitForTimeout(250);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      check(wide <= 376, `#/${screen} is ${wide} wide`);
    }
  });

  await test('nothing leaves the machine, nothing complains', async () => {
    check(strangers.length === 0, `requests to ${strangers}`);
    check(complaints.length === 0, complaints.join(' | '));
  });
}

try {
  await run();
} catch (error) {
  ++failed;
  console.log(`FAIL  ${error.stack}`);
} finally {
  await browser?.close();
  server.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
