import { PageHead } from '../../parts/page.tsx'
import { OnlyFor } from '../only-for.tsx'
import { ExportCard } from './export-card.tsx'
import { ImportCard } from './import-card.tsx'

export function ExportScreen() {
  return (
    <>
      <PageHead title="Export and import" help="export-import">
        <p className="text-soft mt-1 max-w-prose">
          The configuration of this account as one file: to move it, to copy it, or to keep it under version
          control. Results, members and keys are not included.
        </p>
      </PageHead>
      <OnlyFor role="ADMIN" what="Export and import">
        <ExportCard />
        <ImportCard />
      </OnlyFor>
    </>
  )
}
