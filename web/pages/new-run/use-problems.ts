import { useEffect, useState } from 'react';
import { configProblems } from '../../parts/target-form/config-problems.ts';
import { configOf, type RunValues } from './run-values.ts';

/** What a run would be refused for, while it is typed. Fields nobody has touched are not called wrong. */
export function useProblems(values: RunValues): Readonly<Record<string, string>> {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (values.saved) return setProblems({});
    if (!values.target.url && !values.target.arn) return setProblems(UNTOUCHED);
    let current = true;
    configProblems(configOf(values)).then((found) => current && setProblems(found));
    return () => {
      current = false;
    };
  }, [values]);
  return problems;
}

const UNTOUCHED = { target: 'Say what every row is to be run through.' };
