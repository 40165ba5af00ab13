import { Type } from 'typebox'
import { component } from '../../validation/building-blocks.ts'
import { longestPath } from '../playwright/run-paths.ts'
import { GoldenFiles, mostGoldenFiles } from './golden-files.ts'

export const AcceptSnapshots = component(
  'AcceptSnapshots',
  Type.Object({
    paths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: longestPath }), {
        minItems: 1,
        maxItems: mostGoldenFiles,
        description:
          'Paths of golden files, as in `snapshots` of the result. Default: all comparisons with a new file.',
      }),
    ),
  }),
)

export const AcceptedSnapshots = component(
  'AcceptedSnapshots',
  Type.Object({ snapshots: { ...GoldenFiles, description: 'The golden files of the check.' } }),
)
