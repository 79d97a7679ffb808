import './i18n/ariaWords.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { openSoundsAtFirstPress } from './input/sounds.ts'
import { followEvents, queryClient } from './queries/client.ts'
import { App } from './shell/App.tsx'
import { showFaults } from './window/faults.ts'
import { startTheme } from './window/theme.ts'
import './styles/index.css'

showFaults()
startTheme()
followEvents()
openSoundsAtFirstPress()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
