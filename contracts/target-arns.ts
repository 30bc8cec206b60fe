import * as z from 'zod';

export const STATE_MACHINE_ARN = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:stateMachine:[^:\s]+(:[^:\s]+)?$/;
export const FUNCTION_ARN = /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9-_]+(:[A-Za-z0-9-_$]+)?$/;

/** How a file of a person names what is called, beside an endpoint. */
export const calledByArn = {
  agent: z
    .string()
    .regex(STATE_MACHINE_ARN, 'agent must be the ARN of a state machine')
    .optional()
    .describe('ARN of a Step Functions state machine'),
  tool: z
    .string()
    .regex(FUNCTION_ARN, 'tool must be the ARN of a Lambda function')
    .optional()
    .describe('ARN of a Lambda function'),
};
