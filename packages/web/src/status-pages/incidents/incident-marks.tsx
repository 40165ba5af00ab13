import { WordMark } from '../../parts/status/word-mark.tsx'
import type { IncidentSeverity, IncidentStatus } from '../../resources/status-pages/status-page-incidents.ts'
import { severityWords, statusWords } from './incident-words.ts'

export function SeverityMark({ severity }: { severity: IncidentSeverity }) {
  return <WordMark {...severityWords(severity)} />
}

export function IncidentStatusMark({ status }: { status: IncidentStatus }) {
  return <WordMark {...statusWords(status)} />
}
