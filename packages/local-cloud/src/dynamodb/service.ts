import type { CloudContext } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import { batchGetItem } from './operations/batch-get-item.ts';
import { batchWriteItem } from './operations/batch-write-item.ts';
import { createTable } from './operations/create-table.ts';
import { deleteItem } from './operations/delete-item.ts';
import { deleteTable } from './operations/delete-table.ts';
import { describeTable } from './operations/describe-table.ts';
import { describeTimeToLive } from './operations/describe-time-to-live.ts';
import { getItem } from './operations/get-item.ts';
import { listTables } from './operations/list-tables.ts';
import { putItem } from './operations/put-item.ts';
import { query } from './operations/query.ts';
import { scan } from './operations/scan.ts';
import { transactGetItems } from './operations/transact-get-items.ts';
import { transactWriteItems } from './operations/transact-write-items.ts';
import { updateItem } from './operations/update-item.ts';
import { updateTable } from './operations/update-table.ts';
import { updateTimeToLive } from './operations/update-time-to-live.ts';
import { dynamoDbProtocol } from './protocol.ts';
import { Tables } from './tables.ts';

export function createDynamoDbService(context: CloudContext): Service {
  const tables = new Tables(context);
  return {
    name: 'dynamodb',
    protocol: dynamoDbProtocol(),
    operations: {
      BatchGetItem: batchGetItem(tables),
      BatchWriteItem: batchWriteItem(tables),
      CreateTable: createTable(tables),
      DeleteItem: deleteItem(tables),
      DeleteTable: deleteTable(tables),
      DescribeTable: describeTable(tables),
      DescribeTimeToLive: describeTimeToLive(tables),
      GetItem: getItem(tables),
      ListTables: listTables(tables),
      PutItem: putItem(tables),
      Query: query(tables),
      Scan: scan(tables),
      TransactGetItems: transactGetItems(tables),
      TransactWriteItems: transactWriteItems(tables),
      UpdateItem: updateItem(tables),
      UpdateTable: updateTable(tables),
      UpdateTimeToLive: updateTimeToLive(tables),
    },
    close: async () => tables.close(),
  };
}
