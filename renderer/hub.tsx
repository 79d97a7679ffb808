/** The hub's screens in a browser of the network, served by the hub itself. */
import './i18n/ariaWords.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './queries/client.ts'
import { HubPage } from './screens/hub/page/HubPage.tsx'
import { showFaults } from './window/faults.ts'
import { startTheme } from './window/theme.ts'
import './styles/index.css'

showFaults()
startTheme()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <HubPage />
    </QueryClientProvider>
  </StrictMode>,
)
