import { Dialog } from '../parts/dialog.tsx';

const KEYS = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
  ['/', 'Search'],
  ['f', 'Filter'],
  ['⌘ or Ctrl K', 'Go to a page, run, dataset or target'],
  ['?', 'This list'],
] as const;

export const KeyboardHelp = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <table>
      <tbody>
        {KEYS.map(([key, what]) => (
          <tr key={key}>
            <td>
              <kbd>{key}</kbd>
            </td>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <div className="line">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  </Dialog>
);
