import type { CloudContext } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import { batchGetItem, batchWriteItem } from './operations/batches.ts';
import { deleteItem, getItem, putItem, updateItem } from './operations/items.ts';
import { query, scan } from './operations/reads.ts';
import { createTable, deleteTable, describeTable, listTables, updateTable } from './operations/tables.ts';
import { describeTimeToLive, updateTimeToLive } from './operations/time-to-live.ts';
import { transactGetItems, transactWriteItems } from './operations/transactions.ts';
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
