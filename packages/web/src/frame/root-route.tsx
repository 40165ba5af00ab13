import { Link, Outlet, createRootRouteWithContext } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { Empty } from '../parts/states.tsx'
import { ToastArea } from '../parts/toast.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { FailedScreen } from './failed-screen.tsx'

export const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Root,
  errorComponent: ({ error }) => (
    <>
      <OfflineBar />
      <FailedScreen error={error} />
    </>
  ),
  notFoundComponent: () => (
    <main className="mx-auto max-w-xl p-4">
      <Empty title="There is no such page" action={<Link to="/">To the checks</Link>} />
    </main>
  ),
})

function Root() {
  return (
    <ToastArea>
      <OfflineBar />
      <Outlet />
    </ToastArea>
  )
}
