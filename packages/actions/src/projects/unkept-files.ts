import { isRecord } from '@sonde/ground/is-record.ts'

/** Scripts that import files of the project, by their numbers there: without them they would not run. */
const fileFields = ['setupScriptDependencies', 'tearDownScriptDependencies', 'dependencies']

/** The fields of a check in code that name files which nothing keeps yet. */
export function unkeptFiles(payload: Readonly<Record<string, unknown>> | null): string[] {
  const listed = (field: string): unknown[] => {
    const files = payload?.[field]
    return Array.isArray(files) ? files : []
  }
  const numbered = fileFields.filter((field) => listed(field).some((file) => !isRecord(file)))
  // Without its golden file every comparison of a picture would fail.
  return listed('snapshots').length === 0 ? numbered : [...numbered, 'snapshots']
}

/** For people; after the names of the fields. */
export const filesUnkept =
  'is not supported yet: put all code into the script, and compare no pictures with golden files'
