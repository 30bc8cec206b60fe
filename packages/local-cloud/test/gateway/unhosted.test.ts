import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeCbor } from '../../src/gateway/cbor.ts';
import { createTestCloud } from '../support/create-test-cloud.ts';
import { signed } from '../support/signed.ts';

let cloud: Awaited<ReturnType<typeof createTestCloud>>;

beforeAll(async () => {
  cloud = await createTestCloud(async () => []);
});
afterAll(() => cloud.remove());

describe('a service that is not hosted', () => {
  it('is refused by name in the protocol of the client that asked', async () => {
    const refusal = (service: string) => ({
      name: 'NotHosted',
      message: expect.stringContaining(`does not host the service ${service}.`),
      $metadata: expect.objectContaining({ httpStatusCode: 501 }),
    });
    await expect(new DynamoDBClient(cloud.settings).send(new ListTablesCommand())).rejects.toMatchObject(
      refusal('dynamodb'),
    );
    await expect(new SNSClient(cloud.settings).send(new ListTopicsCommand())).rejects.toMatchObject(refusal('sns'));
    await expect(new LambdaClient(cloud.settings).send(new ListFunctionsCommand())).rejects.toMatchObject(
      refusal('lambda'),
    );
  });

  it('is refused in CBOR where the client speaks CBOR, and in XML where its service speaks REST with XML', async () => {
    const rpc = `${cloud.endpoint}/service/Thing/operation/Do`;
    const request = { method: 'POST', headers: { 'smithy-protocol': 'rpc-v2-cbor' } };
    const cbor = await fetch(rpc, { ...request, headers: signed('arc', rpc, request) });
    expect(decodeCbor(Buffer.from(await cbor.arrayBuffer()))).toMatchObject({ __type: 'NotHosted' });
    const zones = `${cloud.endpoint}/2013-04-01/hostedzone`;
    const xml = await fetch(zones, { headers: signed('route53', zones) });
    expect(await xml.text()).toContain('<Code>NotHosted</Code>');
  });
});
