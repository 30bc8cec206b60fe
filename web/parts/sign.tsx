import {
  Check,
  ChevronDown,
  ChevronUp,
  Circle,
  Clock,
  Dot,
  Minus,
  OctagonX,
  Pause,
  TriangleAlert,
  X,
} from 'lucide-react';

const SHAPES = {
  tick: Check,
  cross: X,
  triangle: TriangleAlert,
  stop: OctagonX,
  clock: Clock,
  dash: Minus,
  bars: Pause,
  ring: Circle,
  dot: Dot,
  down: ChevronDown,
  up: ChevronUp,
};
export type Shape = keyof typeof SHAPES;

/** The shape of a state beside its word. */
export function Sign({ shape }: { readonly shape: Shape }) {
  const Icon = SHAPES[shape];
  return <Icon className="sign" />;
}
