// All texts of the page are in one table per language. What the server says is English; `said` translates what is known.

import { en, type TextKey } from '../texts/en';
import { fr } from '../texts/fr';

export type Language = 'en' | 'fr';
const tables: Record<Language, Record<TextKey, string>> = { en, fr };
const storeKey = 'tesselle.language';

function firstLanguage(): Language {
  const kept = localStorage.getItem(storeKey);
  if (kept === 'en' || kept === 'fr') return kept;
  return navigator.language.startsWith('fr') ? 'fr' : 'en';
}

class Speech {
  language = $state<Language>(firstLanguage());
  /** What the server says, in this language; loaded if it is not English. */
  server = $state.raw<typeof import('../texts/server.fr') | null>(null);

  constructor() {
    this.fetchServer();
  }

  private fetchServer(): void {
    if (this.language === 'fr') import('../texts/server.fr').then((texts) => (this.server = texts), () => {});
  }

  choose(language: Language): void {
    this.language = language;
    this.fetchServer();
    localStorage.setItem(storeKey, language);
    document.documentElement.lang = language;
  }
}

export const speech = new Speech();

/** The text with {0}, {1}, … replaced. */
export function t(key: TextKey, ...values: (string | number)[]): string {
  return tables[speech.language][key].replace(/\{(\d)\}/g, (_, k) => String(values[Number(k)] ?? ''));
}

/** One text for one (in French for none, too), another for any other number; both may use {0}. */
export function count(one: TextKey, many: TextKey, value: number): string {
  const single = value === 1 || (value === 0 && speech.language === 'fr');
  return t(single ? one : many, whole(value));
}

/** A key made of a word of the server; the word itself if we have no text for it. */
export function word(group: string, name: string): string {
  const key = `${group}.${name}`;
  return key in tables.en ? t(key as TextKey) : name;
}

/** A sentence or title of the server, in the reader's language if we know it. */
export function said(text: string): string {
  if (speech.language === 'en' || !speech.server) return text;
  const { sentences, patterns } = speech.server;
  if (Object.hasOwn(sentences, text)) return sentences[text];
  const found = patterns.find(([pattern]) => pattern.test(text));
  return found ? text.replace(...found) : text;
}

/** How numbers and dates are written. */
export function locale(): string {
  return speech.language === 'fr' ? 'fr-FR' : 'en-GB';
}

export function whole(value: number): string {
  return value.toLocaleString(locale());
}

/** Three significant digits: 1.23 million is easier to read live than all its digits. */
export function short(value: number): string {
  // British English would write 8m for eight million.
  return new Intl.NumberFormat(speech.language, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

function tenths(value: number): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.95) return `${tenths(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
  if (seconds < 86400 * 3) return `${tenths(seconds / 3600)} h`;
  if (seconds < 86400 * 730) return `${whole(Math.round(seconds / 86400))} ${t('days')}`;
  return `${short(seconds / 31557600)} ${t('years')}`;
}
