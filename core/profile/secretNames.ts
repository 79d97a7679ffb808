/** Names of a profile's secrets. */
export const secretName = {
  /** The authority's complete response for the device, with its key (`core/controlUnit/identity.ts`). */
  identity: (appId: string) => `app.${appId}.identity`,
  cmcKey: (appId: string) => `app.${appId}.cmcKey`,
  consumerKey: (appId: string) => `app.${appId}.consumerKey`,
  consumerSecret: (appId: string) => `app.${appId}.consumerSecret`,
}
