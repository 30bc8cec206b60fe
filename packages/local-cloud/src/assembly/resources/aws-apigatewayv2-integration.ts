import { apiChild } from './apigatewayv2-child.ts';

export const httpIntegration = apiChild('Integration', 'IntegrationId', {
  properties: [
    'ApiId',
    'Description',
    'IntegrationMethod',
    'IntegrationType',
    'IntegrationUri',
    'PayloadFormatVersion',
    'TimeoutInMillis',
  ],
});
