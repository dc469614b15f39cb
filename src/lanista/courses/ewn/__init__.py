"""EinStein würfelt nicht! (Dame): homework 2 of Theory of Computer Games, NTU, 2020."""
