import { describe, expect, it } from 'vitest';
import { judgeGrants } from './grants/judge-grants.ts';
import { UNTESTED_GRANTS } from './grants/untested-grants.ts';
import { rolesOf } from './roles.ts';

describe('the list of grants that no test uses', () => {
  it('names only what is granted', () => {
    const granted = new Set(
      [...rolesOf('glue'), ...rolesOf('s3tables')].flatMap(([role, statements]) =>
        statements.flatMap(({ Action }) => Action.flatMap((action) => [action, `${role} ${action}`])),
      ),
    );
    const named = UNTESTED_GRANTS.flatMap(({ actions, roles }) =>
      actions.flatMap((action) => roles?.map((role) => `${role} ${action}`) ?? [action]),
    );
    expect(named.filter((name) => !granted.has(name))).toEqual([]);
  });
});

describe('the judge of grants', () => {
  const of = (role: string, action: string, isUsed: boolean, resource = 'x') => ({ role, action, resource, isUsed });

  it('takes what one cloud has used as used, and agents of different deployments as the same', () => {
    const agent = (name: string) => `arn:aws:states:us-east-1:1:stateMachine:${name}`;
    const seen = [
      of('Api', 'a:Do', false),
      of('Api', 'a:Do', true),
      of('Api', 'states:StartExecution', true, agent('one')),
      of('Api', 'states:StartExecution', false, agent('two')),
    ];
    expect(judgeGrants(seen, [])).toEqual({ used: 2, listed: 0, unused: [], needless: [] });
  });

  it('names what is neither used nor listed, and what is listed for nothing', () => {
    const seen = [of('Api', 'a:Do', false), of('Api', 'a:Undo', false), of('Api', 'a:Redo', true)];
    const [fits, ...wrong] = [
      { actions: ['a:Do'], why: 'no test can' },
      { actions: ['a:Redo'], why: 'it was used after all' },
      { actions: ['a:Undo'], roles: ['Other'], why: 'another role' },
      { actions: ['a:Undo'], resource: 'y', why: 'another resource' },
    ];
    expect(
      judgeGrants(
        seen,
        [fits, ...wrong].flatMap((entry) => entry ?? []),
      ),
    ).toEqual({
      used: 1,
      listed: 1,
      unused: ['Api a:Undo x'],
      needless: wrong,
    });
  });
});
