import { lazyRouteComponent } from '@tanstack/react-router'
import { callService, nobody } from '../api/call-service.ts'
import { untilAnswering } from '../api/connection.ts'

/**
 * A screen whose code comes when it is first opened. While the server is away the screen waits for it: without this the
 * router would load the whole page anew, and the browser would show its own error instead of ours.
 */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadWhenThere(load), name)
}

async function loadWhenThere<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      const isThere = await callService(nobody, 'GET /health').then(
        () => true,
        () => false,
      )
      // The server is there and the file is not: a newer version was installed, and the router loads it.
      if (isThere) throw error
      await untilAnswering()
    }
  }
}
