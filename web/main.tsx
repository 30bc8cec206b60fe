import './styles/tokens.css';
import './styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/call.ts';
import { App } from './app.tsx';
import { applyTheme } from './frame/theme.ts';
import { takeKeyFromAddress } from './session.ts';

takeKeyFromAddress();
applyTheme();

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What the API refuses it refuses again; what did not get through may.
      retry: (failures, error) =>
        failures < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      staleTime: 1000,
      refetchOnWindowFocus: true,
    },
  },
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>,
  );
}
