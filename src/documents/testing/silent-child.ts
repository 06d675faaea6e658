/** A reader child that never says that it is ready. */
setInterval(() => {}, 1_000);
