import { AssemblyError } from './assembly-error.ts';
import type { Template } from './template.ts';

/** Bootstrap stacks of recent CDK versions; only the rule that checks it reads the parameter. */
const BOOTSTRAP_VERSION = '30';

/** The value of each parameter: its default, since nobody is there to ask. */
export function parameterValues(template: Template): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(template.Parameters ?? {}).map(([name, { Type, Default }]) => {
      if (name === 'BootstrapVersion') return [name, BOOTSTRAP_VERSION];
      if (Type.startsWith('AWS::SSM::')) {
        throw new AssemblyError(`the parameter ${name} is read from SSM Parameter Store, which is not hosted`);
      }
      if (Default === undefined) throw new AssemblyError(`the parameter ${name} has no Default`);
      return [name, valueOfType(Type, Default)];
    }),
  );
}

function valueOfType(type: string, value: unknown): unknown {
  const isList = type === 'CommaDelimitedList' || type.startsWith('List<');
  if (!isList) return String(value);
  const text = String(value);
  return text === '' ? [] : text.split(',').map((item) => item.trim());
}
