/** Runs sandboxed inside the page: hands it the bridge's two functions and nothing of Electron (checklist 20). */
import { contextBridge, ipcRenderer } from 'electron'
import { exposeBridge } from './expose.ts'

exposeBridge(contextBridge, ipcRenderer)
