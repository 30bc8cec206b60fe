const NAME = 'rollcall-theme';

export type Theme = 'light' | 'dark';

/** What the person chose here, else what the machine is set to. */
export const currentTheme = (): Theme =>
  (localStorage.getItem(NAME) as Theme | null) ??
  (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

export function applyTheme(): void {
  const chosen = localStorage.getItem(NAME);
  if (chosen) document.documentElement.dataset.theme = chosen;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(NAME, theme);
  applyTheme();
}
