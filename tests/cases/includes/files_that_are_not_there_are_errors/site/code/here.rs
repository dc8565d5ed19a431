fn here() {}
