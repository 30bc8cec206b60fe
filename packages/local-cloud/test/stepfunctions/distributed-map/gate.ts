import { AwsError } from '../../../src/aws-error.ts';
import { jsonProtocol } from '../../../src/gateway/json-protocol.ts';
import type { Service } from '../../../src/service.ts';

/** A task that ends when the test lets it: children of a Map call it with `sns:publish`. */
export class Gate {
  /** Messages of the tasks that wait now. */
  readonly waiting = new Map<string, (error?: Error) => void>();
  /** All messages, in the order they came. */
  readonly seen: string[] = [];
  /** Answers at once instead: `true` succeeds, `false` fails. */
  answer: ((message: string) => boolean) | undefined;
  most = 0;

  readonly service: Service = {
    name: 'sns',
    protocol: jsonProtocol('1.0'),
    operations: {
      Publish: {
        permissions: () => [],
        run: async ({ Message }: { Message: string }) => {
          this.seen.push(Message);
          if (this.answer) {
            if (!this.answer(Message)) throw refused();
            return { MessageId: Message };
          }
          await new Promise<void>((resolve, reject) => {
            this.waiting.set(Message, (error) => (error ? reject(error) : resolve()));
            this.most = Math.max(this.most, this.waiting.size);
          });
          return { MessageId: Message };
        },
      },
    },
  };

  succeed(message: string): void {
    this.#settle(message);
  }

  fail(message: string): void {
    this.#settle(message, refused());
  }

  #settle(message: string, error?: Error): void {
    const settle = this.waiting.get(message);
    this.waiting.delete(message);
    settle?.(error);
  }
}

const refused = () => new AwsError('InvalidParameter', 'refused', 400);

/** An ItemProcessor whose one task waits at the gate with the item as message. */
export const gated = (ExecutionType = 'STANDARD') => ({
  ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType },
  StartAt: 'Wait',
  States: {
    Wait: {
      Type: 'Task',
      Resource: 'arn:aws:states:::sns:publish',
      Arguments: { TopicArn: 'gate', Message: '{% $string($states.input) %}' },
      Output: '{% $states.input %}',
      End: true,
    },
  },
});
