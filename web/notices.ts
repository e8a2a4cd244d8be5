// The licences of what is built into the page, as one text beside it: `notices.txt`. Which packages these are is asked
// of the bundle itself, so that a new one cannot be forgotten; one without a licence file ends the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the package that a module comes from, if it is not our own. */
export function packageFolder(module: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} is built into the page and has no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

export function notices(): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          for (const [module, { renderedLength }] of Object.entries(chunk.modules)) {
            const folder = packageFolder(module);
            if (folder && renderedLength > 0 && existsSync(join(folder, 'package.json'))) folders.add(folder);
          }
      const rule = `\n${'-'.repeat(78)}\n\n`;
      this.emitFile({ type: 'asset', fileName: 'notices.txt', source: [...folders].sort().map(notice).join(rule) });
    },
  };
}
