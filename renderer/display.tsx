/** The customer display. It imports no bridge, and its content policy allows no request. */
import { createRoot } from 'react-dom/client'
import { DisplayPage } from './display/DisplayPage.tsx'
import { startTheme } from './window/theme.ts'
import './styles/index.css'

// A browser gives a new window what the window that opened it remembers, such as the open sale.
sessionStorage.clear()
startTheme()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(<DisplayPage />)
