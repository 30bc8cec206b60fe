import { expect, it } from 'vitest';
import { judgeGrants } from './grants/judge-grants.ts';

const of = (role: string, action: string, isUsed: boolean, resource = 'x') => ({ role, action, resource, isUsed });

it('what one cloud has used is used, and agents of different deployments are the same', () => {
  const agent = (name: string) => `arn:aws:states:us-east-1:1:stateMachine:${name}`;
  const seen = [
    of('Api', 'a:Do', true),
    of('Api', 'a:Do', false),
    of('Api', 'states:StartExecution', false, agent('one')),
    of('Api', 'states:StartExecution', true, agent('two')),
  ];
  expect(judgeGrants(seen)).toEqual({ used: 2, unused: [] });
});

it('what no cloud has used is named, by role, action and resource', () => {
  const seen = [of('Api', 'a:Do', false), of('Api', 'a:Do', true, 'y'), of('Other', 'a:Do', true)];
  expect(judgeGrants(seen)).toEqual({ used: 2, unused: ['Api a:Do x'] });
});
