import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type PointerEvent, type ReactNode, useState } from 'react';
import './panel.css';

const KEPT = 'rollcall-panel';
const NARROWEST = 420;

interface Props {
  /** "Row 8" */
  readonly name: string;
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** To the row before and after; undefined at an end. */
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
  readonly children: ReactNode;
}

/** What opens beside a list; as wide as somebody has drawn it. On a phone it is a page of its own. */
export function Panel({ name, title, onClose, onPrevious, onNext, children }: Props) {
  const [width, setWidth] = useState(() => Number(localStorage.getItem(KEPT)) || undefined);
  const draw = (event: PointerEvent<HTMLDivElement>) => {
    const grip = event.currentTarget;
    grip.setPointerCapture(event.pointerId);
    const move = ({ clientX }: globalThis.PointerEvent) => {
      const next = Math.round(Math.max(NARROWEST, document.documentElement.clientWidth - clientX));
      localStorage.setItem(KEPT, `${next}`);
      setWidth(next);
    };
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), { once: true });
  };
  return (
    <aside className="row-panel" aria-label={name} style={width === undefined ? undefined : { width }}>
      <div className="panel-grip" onPointerDown={draw} />
      <div className="page-head">
        <h2>{title}</h2>
        <div className="line">
          <button type="button" className="icon" aria-label="Previous row" disabled={!onPrevious} onClick={onPrevious}>
            <ChevronUp />
          </button>
          <button type="button" className="icon" aria-label="Next row" disabled={!onNext} onClick={onNext}>
            <ChevronDown />
          </button>
          <button type="button" onClick={onClose}>
            <X /> Close <kbd>Esc</kbd>
          </button>
        </div>
      </div>
      {children}
    </aside>
  );
}
