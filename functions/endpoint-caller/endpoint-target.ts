import type { EndpointRun } from '../../contracts/caller.ts';
import { itemsOfCall } from '../../core/bulk/bulk-body.ts';
import type { Target } from '../caller/target.ts';
import { bulkItem, bulkOf, callBulk } from './call-bulk.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { SecretPorts } from './credentials.ts';
import { type RequestBody, requestBody } from './request-body.ts';

/** An HTTP endpoint: one row a call, or many where the run has a bulk endpoint. */
export const endpointTarget = (ports: SecretPorts): Target<RequestBody, EndpointRun> => ({
  input: requestBody,
  call: (call, body) => callEndpoint(call, body, ports),
  bulk: {
    item: (row) => bulkItem(row, bulkOf(row.run)),
    itemsOfCall: (run, items) => itemsOfCall(items, bulkOf(run)),
    limits: bulkOf,
    call: (call, items) => callBulk(call, items, ports),
  },
});
