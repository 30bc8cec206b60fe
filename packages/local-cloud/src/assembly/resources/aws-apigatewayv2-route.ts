import { apiChild } from './apigatewayv2-child.ts';

export const httpRoute = apiChild('Route', 'RouteId', {
  properties: ['ApiId', 'AuthorizationType', 'OperationName', 'RouteKey', 'Target'],
});
