"""The casino over HTTP: who asks, what they may ask, and how they are answered."""
