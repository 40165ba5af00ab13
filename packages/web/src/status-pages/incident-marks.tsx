import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import { WordMark } from '../parts/word-mark.tsx'
import { severityWords, statusWords } from './incident-words.ts'

export function SeverityMark({ severity }: { severity: IncidentSeverity }) {
  return <WordMark {...severityWords(severity)} />
}

export function IncidentStatusMark({ status }: { status: IncidentStatus }) {
  return <WordMark {...statusWords(status)} />
}
