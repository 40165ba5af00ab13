import { Type } from 'typebox'
import { Nullable, component } from '../validation/building-blocks.ts'

const BindingProject = component(
  'BindingProject',
  Type.Object({ id: Type.String(), logicalId: Type.String(), name: Type.String() }),
)

const fields = {
  project: BindingProject,
  binding: component(
    'ProjectBindingDetails',
    Type.Object({ logicalId: Type.String(), pending: Type.Boolean() }),
  ),
}

/** Which monitoring-as-code project owns a resource, and which ones refer to it. */
export const ProjectBindings = component(
  'ProjectBindings',
  Type.Object({
    owner: component('ProjectBindingOwner', Nullable(Type.Object(fields))),
    references: Type.Array(component('ProjectBinding', Type.Object(fields))),
  }),
)

export const CheckProject = component(
  'CheckProject',
  Nullable(
    Type.Object({
      id: Type.Optional(Type.String()),
      logicalId: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
    }),
  ),
)
