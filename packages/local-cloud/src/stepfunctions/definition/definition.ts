/** The Amazon States Language as TypeScript types, after validate-definition.ts has accepted it. */

export type QueryLanguageName = 'JSONata' | 'JSONPath';

export interface StatesBlock {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
  /** Set on the top level only. */
  readonly QueryLanguage?: QueryLanguageName;
  readonly Comment?: string;
}

export interface Definition extends StatesBlock {
  readonly TimeoutSeconds?: number;
  readonly Version?: string;
}

export interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly MaxAttempts?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: 'FULL' | 'NONE';
}

export interface Catcher {
  readonly ErrorEquals: readonly string[];
  readonly Next: string;
  readonly Assign?: Readonly<Record<string, unknown>>;
  readonly Output?: unknown;
  /** JSONPath */
  readonly ResultPath?: string | null;
}

/** A number, or in JSONata an expression that gives one. */
export type NumberField = number | string;

interface StateBase {
  readonly Comment?: string;
  readonly QueryLanguage?: QueryLanguageName;
  readonly Next?: string;
  readonly End?: boolean;
  readonly Assign?: Readonly<Record<string, unknown>>;
  readonly Output?: unknown;
  /** The five JSONPath fields. */
  readonly InputPath?: string | null;
  readonly Parameters?: unknown;
  readonly ResultSelector?: unknown;
  readonly ResultPath?: string | null;
  readonly OutputPath?: string | null;
}

interface Recoverable {
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly Catcher[];
}

export interface PassState extends StateBase {
  readonly Type: 'Pass';
  /** JSONPath */
  readonly Result?: unknown;
}

export interface TaskState extends StateBase, Recoverable {
  readonly Type: 'Task';
  readonly Resource: string;
  readonly Arguments?: unknown;
  readonly TimeoutSeconds?: NumberField;
  readonly HeartbeatSeconds?: NumberField;
  readonly Credentials?: { readonly RoleArn?: string };
}

export interface ChoiceRule {
  /** JSONata; in JSONPath a rule has And, Or, Not, or Variable and an operator. */
  readonly Condition?: string | boolean;
  readonly Next: string;
  readonly Assign?: Readonly<Record<string, unknown>>;
  readonly Output?: unknown;
  readonly [operator: string]: unknown;
}

export interface ChoiceState extends StateBase {
  readonly Type: 'Choice';
  readonly Choices: readonly ChoiceRule[];
  readonly Default?: string;
}

export interface WaitState extends StateBase {
  readonly Type: 'Wait';
  readonly Seconds?: NumberField;
  readonly Timestamp?: string;
}

export interface SucceedState extends StateBase {
  readonly Type: 'Succeed';
}

export interface FailState extends StateBase {
  readonly Type: 'Fail';
  readonly Error?: string;
  readonly Cause?: string;
}

export interface ParallelState extends StateBase, Recoverable {
  readonly Type: 'Parallel';
  readonly Branches: readonly StatesBlock[];
  readonly Arguments?: unknown;
}

interface ItemReader {
  readonly Resource: string;
  readonly ReaderConfig?: Readonly<Record<string, unknown>>;
  readonly Arguments?: unknown;
}

interface ItemBatcher {
  readonly MaxItemsPerBatch?: NumberField;
  readonly MaxInputBytesPerBatch?: NumberField;
  readonly BatchInput?: unknown;
}

interface ResultWriter {
  readonly Resource?: string;
  readonly Arguments?: unknown;
  readonly WriterConfig?: Readonly<Record<string, unknown>>;
}

interface ItemProcessor extends StatesBlock {
  readonly ProcessorConfig?: {
    readonly Mode?: 'INLINE' | 'DISTRIBUTED';
    readonly ExecutionType?: 'STANDARD' | 'EXPRESS';
  };
}

export interface MapState extends StateBase, Recoverable {
  readonly Type: 'Map';
  readonly ItemProcessor: ItemProcessor;
  readonly Items?: unknown;
  /** JSONPath */
  readonly ItemsPath?: string;
  readonly ItemSelector?: unknown;
  readonly MaxConcurrency?: NumberField;
  readonly Label?: string;
  readonly ItemReader?: ItemReader;
  readonly ItemBatcher?: ItemBatcher;
  readonly ResultWriter?: ResultWriter;
  readonly ToleratedFailureCount?: NumberField;
  readonly ToleratedFailurePercentage?: NumberField;
}

export type State =
  | PassState
  | TaskState
  | ChoiceState
  | WaitState
  | SucceedState
  | FailState
  | ParallelState
  | MapState;
