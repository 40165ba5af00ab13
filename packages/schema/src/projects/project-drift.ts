import { Type, type Static } from 'typebox'
import { OneOf, component } from '../validation/building-blocks.ts'
import { resourceTypes } from './project-resource.ts'

const DriftedResource = component(
  'DriftedResource',
  Type.Object({
    type: OneOf(resourceTypes),
    logicalId: Type.String(),
    physicalId: Type.Unsafe<string | number>({ description: 'Its id in the account.' }),
    drift: OneOf(['CHANGED', 'DELETED'], {
      description: 'Whether somebody has changed it since the last deploy, or deleted it.',
    }),
    fields: Type.Array(Type.String(), {
      description: 'The fields that are not as they were deployed; none for what is deleted.',
    }),
  }),
)
export type DriftedResource = Static<typeof DriftedResource>

export const ProjectDrift = component('ProjectDrift', Type.Object({ resources: Type.Array(DriftedResource) }))
