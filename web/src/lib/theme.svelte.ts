export type Theme = 'system' | 'light' | 'dark';
const storeKey = 'tesselle.theme';

class Look {
  theme = $state<Theme>((localStorage.getItem(storeKey) as Theme | null) ?? 'system');

  choose(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem(storeKey, theme);
    this.show();
  }

  show(): void {
    if (this.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const look = new Look();
