/** What lies above the page, and is fetched when the first of it is shown. */
export { Toasts } from '../parts/toasts.tsx';
export { BottomBar } from './bottom-bar.tsx';
export { KeyboardHelp } from './keyboard-help.tsx';
export { Palette } from './palette.tsx';
