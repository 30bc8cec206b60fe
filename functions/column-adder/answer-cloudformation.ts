import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';

/** Without an answer CloudFormation waits for an hour, so a failure is one too. */
export async function answerCloudFormation(
  event: CloudFormationCustomResourceEvent,
  physicalId: string,
  work: () => Promise<void>,
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const about = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: physicalId };
  let answer: CloudFormationCustomResourceResponse = { ...about, Status: 'SUCCESS' };
  try {
    await work();
  } catch (error) {
    answer = { ...about, Status: 'FAILED', Reason: error instanceof Error ? error.message : String(error) };
  }
  // The address is signed for a request without a content type.
  const headers = { 'content-type': '' };
  const response = await fetch(event.ResponseURL, { method: 'PUT', headers, body: JSON.stringify(answer) });
  if (!response.ok) throw new Error(`CloudFormation did not take the answer: ${response.status}`);
}
