export const callChannel = 'till:call'
export const eventChannel = 'till:event'
