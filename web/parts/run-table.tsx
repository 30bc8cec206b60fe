import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Run } from '../../contracts/api/runs.ts';
import { DataTable } from './data-table.tsx';
import { JOB_COLUMNS, type Line, type RunGroup, runColumns, type Selection } from './run-columns.tsx';
import { runPath, titleOf } from './run-name.tsx';
import { changesOf } from './run-series.ts';
import './run-table.css';
import { useKeys } from './use-keys.ts';
import { useRoom } from './use-room.ts';

/** Runs of a group that are shown where there are others. */
const SHOWN = 5;
const CARD_HEIGHT = 60;

interface Props {
  readonly label: string;
  readonly of: 'runs' | 'jobs';
  readonly runs: readonly Run[];
  readonly groups?: readonly RunGroup[];
  readonly datasetName?: (id: string) => string;
  /** Where runs can be selected. */
  readonly selection?: Selection;
  readonly onEnd?: () => unknown;
}

/** Runs or jobs, newest first, by group where they are grouped. */
export function RunTable({ label, of, runs, groups, datasetName, selection, onEnd }: Props) {
  const [, go] = useLocation();
  const [current, setCurrent] = useState<string>();
  const isPhone = useRoom() === 'little';
  const lines = useMemo(() => linesOf(runs, groups), [runs, groups]);
  const changes = useMemo(() => changesOf(runs), [runs]);
  const columns = useMemo(
    () =>
      of === 'jobs' ? JOB_COLUMNS : runColumns({ changes, datasetName, selection, isGrouped: groups !== undefined }),
    [of, changes, datasetName, selection, groups],
  );
  const open = (line: Line) => go('run' in line ? runPath(line.run) : line.group.path);
  const walk = (step: number) => () => {
    const walked = lines.filter((line) => 'run' in line).map(keyOf);
    const at = current === undefined ? -1 : walked.indexOf(current);
    setCurrent(walked[Math.min(walked.length - 1, Math.max(0, at + step))]);
  };
  useKeys({
    j: walk(1),
    k: walk(-1),
    enter: (event) => {
      const line = lines.find((one) => keyOf(one) === current);
      // A link or a button that has the focus does its own.
      if (line && event.target === document.body) open(line);
    },
  });
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={lines}
      keyOf={keyOf}
      rowClass={classOf}
      rowHeight={isPhone ? CARD_HEIGHT : undefined}
      selected={current}
      onOpen={open}
      onEnd={onEnd}
    />
  );
}

const keyOf = (line: Line): string => ('run' in line ? line.run.evaluationId : `group ${line.group.key}`);
const classOf = (line: Line) => ('run' in line ? undefined : 'group');

function linesOf(runs: readonly Run[], groups: readonly RunGroup[] | undefined): Line[] {
  if (!groups) return runs.map((run) => ({ run, title: titleOf(run) }));
  const most = groups.length > 1 ? SHOWN : Number.POSITIVE_INFINITY;
  return groups.flatMap((group): Line[] => {
    const [run] = group.runs;
    // A head above a single line would only be another line.
    if (run && group.runs.length === 1 && groups.length > 1) {
      const context = [run.name && group.title, group.about].filter(Boolean).join(' · ');
      return [{ run, title: titleOf(run), context }];
    }
    return [
      { group, hidden: Math.max(0, group.runs.length - most) },
      ...group.runs.slice(0, most).map((run) => ({ run, title: titleOf(run, group.title) })),
    ];
  });
}
