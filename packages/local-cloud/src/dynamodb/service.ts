import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { batchGetItem } from './batch-get-item.ts';
import { batchWriteItem } from './batch-write-item.ts';
import { describeContinuousBackups, updateContinuousBackups } from './continuous-backups.ts';
import { createTable } from './create-table.ts';
import { deleteItem } from './delete-item.ts';
import { deleteTable } from './delete-table.ts';
import { describeTable } from './describe-table.ts';
import { getItem } from './get-item.ts';
import { listTables } from './list-tables.ts';
import { putItem } from './put-item.ts';
import { query } from './query.ts';
import { scan } from './scan.ts';
import { Tables } from './tables.ts';
import { describeTimeToLive, updateTimeToLive } from './time-to-live.ts';
import { transactGetItems } from './transact-get-items.ts';
import { transactWriteItems } from './transact-write-items.ts';
import { updateItem } from './update-item.ts';
import { updateTable } from './update-table.ts';

export function createDynamoDbService(context: CloudContext): Service {
  const tables = new Tables(context);
  return {
    name: 'dynamodb',
    protocol: jsonProtocol('1.0'),
    operations: {
      BatchGetItem: batchGetItem(tables),
      BatchWriteItem: batchWriteItem(tables),
      CreateTable: createTable(tables),
      DeleteItem: deleteItem(tables),
      DeleteTable: deleteTable(tables),
      DescribeContinuousBackups: describeContinuousBackups(tables),
      DescribeTable: describeTable(tables),
      DescribeTimeToLive: describeTimeToLive(tables),
      GetItem: getItem(tables),
      ListTables: listTables(tables),
      PutItem: putItem(tables),
      Query: query(tables),
      Scan: scan(tables),
      TransactGetItems: transactGetItems(tables),
      TransactWriteItems: transactWriteItems(tables),
      UpdateContinuousBackups: updateContinuousBackups(tables),
      UpdateItem: updateItem(tables),
      UpdateTable: updateTable(tables),
      UpdateTimeToLive: updateTimeToLive(tables),
    },
    close: async () => tables.close(),
  };
}
