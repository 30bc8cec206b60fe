import { RemovalPolicy } from 'aws-cdk-lib';

/**
 * For what holds data: it stays when its stack is deleted or would replace it. A first deployment that fails and is rolled
 * back takes it away again, empty as it is, so that the next one does not find its name taken.
 */
export const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
