import { usePlace } from '../../window/navigation.ts'
import { AllDocuments } from './AllDocuments.tsx'
import { CausesPage } from './causes/CausesPage.tsx'
import { DocumentPage } from './DocumentPage.tsx'
import './queue.css'

/** What waits for a person comes first, by cause. All documents, and one document with every try, are for support. */
export function QueueScreen() {
  const { document, view } = usePlace().params
  if (document !== undefined) return <DocumentPage key={document} id={Number(document)} />
  return view === 'all' ? <AllDocuments /> : <CausesPage />
}
