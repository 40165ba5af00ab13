import { createRoute } from '@tanstack/react-router'
import { readPastSearch } from '../alerts/search-params.ts'
import { accountRoute } from '../frame/account-route.tsx'
import { lazyScreen } from '../frame/lazy-screen.ts'
import { readChannelsSearch, readNewChannelSearch } from './search-params.ts'

export const channelsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'alert-channels',
  validateSearch: readChannelsSearch,
  component: lazyScreen(() => import('./screen.tsx'), 'ChannelsScreen'),
})

export const newChannelRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'alert-channels/new',
  validateSearch: readNewChannelSearch,
  component: lazyScreen(() => import('./new-channel-screen.tsx'), 'NewChannelScreen'),
})

export const channelRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'alert-channels/$channelId',
  validateSearch: readPastSearch,
  component: lazyScreen(() => import('./channel-screen.tsx'), 'ChannelScreen'),
})

export const alertChannelRoutes = [channelsRoute, newChannelRoute, channelRoute]
