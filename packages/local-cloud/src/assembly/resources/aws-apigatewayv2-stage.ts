import { apiChild } from './apigatewayv2-child.ts';

export const httpStage = apiChild('Stage', 'StageName', {
  properties: [
    'ApiId',
    'AutoDeploy',
    'DefaultRouteSettings',
    'Description',
    'RouteSettings',
    'StageName',
    'StageVariables',
  ],
  ignored: ['AccessLogSettings', 'Tags'],
});
