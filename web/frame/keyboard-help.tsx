import { useEffect, useRef } from 'react';

const KEYS = [
  ['j', 'next row'],
  ['k', 'row before'],
  ['Enter', 'open the row'],
  ['Esc', 'close what is open'],
  ['/', 'search'],
  ['f', 'filter'],
  ['⌘ or Ctrl K', 'go to a page, run, dataset or target'],
  ['?', 'this list'],
] as const;

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm" aria-label="Keyboard shortcuts" onClose={onClose}>
      <h2>Keyboard shortcuts</h2>
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
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
