/** Who opens the hub's screens in a browser. */
export interface ScreenTables {
  /** A password of an owner. The uid is the person's. */
  screen_account: {
    uid: string
    /** What the person enters beside the password. Letters of either case are equal. */
    name: string
    /** scrypt; its pepper is among the hub's secrets. */
    verifier: string
    set_at: number
    /** The till where the password was set. */
    set_from: number
  }
  /** A browser where somebody is signed in. */
  screen_session: {
    /** SHA-256 of the cookie, base64url. */
    digest: string
    account: string
    ends_at: number
  }
}
