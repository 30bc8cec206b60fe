import { FileText, Link2, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuItem } from './menu.tsx';
import { say } from './say.ts';

interface Props {
  /** The name of the file, and what makes it. */
  readonly report: readonly [name: string, make: () => Promise<string>];
  readonly label?: string;
  readonly children?: ReactNode;
}

/** Ways to show a colleague the same: by its address, or as a file that opens from a mail. */
export const Share = ({ report: [name, make], label = 'Share', children }: Props) => (
  <Menu
    label={
      <>
        <Share2 /> {label}
      </>
    }
  >
    <MenuItem
      onChoose={() =>
        navigator.clipboard.writeText(location.href).then(
          () => say('Copied the link'),
          () => say('The browser did not allow copying'),
        )
      }
    >
      <Link2 /> Copy link
    </MenuItem>
    <MenuItem
      onChoose={() =>
        make().then(
          (text) => save(`${name}.html`, text),
          (error: Error) => say(`The report was not made: ${error.message}`),
        )
      }
    >
      <FileText /> Download report
    </MenuItem>
    {children}
  </Menu>
);

function save(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
