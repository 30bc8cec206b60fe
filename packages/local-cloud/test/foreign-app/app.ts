import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { DefinitionBody, JitterType, Pass, StateMachine, TaskInput } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';

/** An app such as anybody writes: orders are priced by a function, which keeps a receipt in a bucket. */
const app = new App();
const stack = new Stack(app, 'Shop');
const receipts = new Bucket(stack, 'Receipts');
const code = `
  const { S3Client, PutObjectCommand } = require('@aws-sdk/client-s3');
  exports.handler = async ({ id, pieces, price, bucket = process.env.BUCKET }) => {
    const total = pieces * price;
    await new S3Client({}).send(new PutObjectCommand({ Bucket: bucket, Key: id, Body: String(total) }));
    return { total };
  };`;
const pricing = new LambdaFunction(stack, 'Pricing', {
  runtime: Runtime.NODEJS_22_X,
  handler: 'index.handler',
  code: Code.fromInline(code),
  environment: { BUCKET: receipts.bucketName },
});
receipts.grantPut(pricing, 'orders/*');
const price = LambdaInvoke.jsonata(stack, 'Price', {
  lambdaFunction: pricing,
  payload: TaskInput.fromText("{% $merge([$states.input, { 'id': 'orders/' & $states.input.id }]) %}"),
  outputs: '{% $states.result.Payload %}',
});
price.addRetry({ maxAttempts: 1, jitterStrategy: JitterType.FULL });
const done = Pass.jsonata(stack, 'Done', { outputs: "{% { 'total': $states.input.total, 'currency': 'EUR' } %}" });
const machine = new StateMachine(stack, 'Order', { definitionBody: DefinitionBody.fromChainable(price.next(done)) });
new CfnOutput(stack, 'Machine', { value: machine.stateMachineArn });
new CfnOutput(stack, 'Bucket', { value: receipts.bucketName });
new CfnOutput(stack, 'Function', { value: pricing.functionName });
