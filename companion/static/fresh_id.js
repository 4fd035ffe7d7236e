/** An id nobody else has. Over plain HTTP there is no crypto.randomUUID. */
export const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");
