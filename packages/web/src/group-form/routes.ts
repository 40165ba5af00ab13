import { createRoute } from '@tanstack/react-router'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'

const newGroupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups/new',
  component: lazyScreen(() => import('./new-group-screen.tsx'), 'NewGroupScreen'),
})

export const editGroupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups/$groupId/edit',
  component: lazyScreen(() => import('./edit-group-screen.tsx'), 'EditGroupScreen'),
})

export const groupFormRoutes = [newGroupRoute, editGroupRoute]
